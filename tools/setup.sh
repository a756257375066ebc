# shellcheck shell=sh disable=SC2154
# Finds Python and uv and fills .venv. Read by `run` and `tools/requirements`, which set $root and
# $venv. Installs nothing outside the checkout and only files whose hash is committed.

give_up() {
    printf '%s\n' "$@" >&2
    exit 1
}

is_new_enough() {
    "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null
}

# Sets $python to the file behind the first Python that is new enough. The file, not the name: when
# the system moves on to another Python, the link in .venv breaks and .venv is made anew.
find_python() {
    for python in ${PASCH_PYTHON:+"$PASCH_PYTHON"} \
        python3 python3.14 python3.13 python3.12 python3.11 python; do
        if is_new_enough "$python"; then
            python=$("$python" -c 'import os, sys; print(os.path.realpath(sys.executable))')
            return
        fi
        [ "$python" != "${PASCH_PYTHON-}" ] || break
    done
    give_up "Pasch needs Python 3.11 or newer; ${PASCH_PYTHON:-python3} is: $(
        "${PASCH_PYTHON:-python3}" --version 2>&1 || true)" \
        'Install a newer one, or name it: PASCH_PYTHON=/path/to/python3.12 ./run'
}

# Lets uv use the index and the certificates that pip is configured for: uv does not read pip's
# settings. They are handed on in the environment and written nowhere.
borrow_from_pip() {
    settings=$("$python" -m pip config list 2>/dev/null || true)
    # Sorted by name, so that [install], which counts more than [global], comes last.
    pip_setting() {
        printf '%s\n' "$settings" |
            sed -n -e "s/^global\.$1='\(.*\)'\$/\1/p" -e "s/^install\.$1='\(.*\)'\$/\1/p" | tail -n 1
    }
    if [ -z "${UV_DEFAULT_INDEX-}${UV_INDEX_URL-}" ]; then
        index=${PIP_INDEX_URL:-$(pip_setting index-url)}
        [ -z "$index" ] || export UV_DEFAULT_INDEX="$index"
    fi
    if [ -z "${SSL_CERT_FILE-}" ]; then
        certificates=${PIP_CERT:-$(pip_setting cert)}
        [ -z "$certificates" ] || export SSL_CERT_FILE="$certificates"
    fi
}

# Sets $uv: the one in PATH, else the pinned one, fetched with pip into .tools.
find_uv() {
    borrow_from_pip
    export UV_PYTHON_DOWNLOADS=never
    [ -w "${HOME:-/nonexistent}" ] || export UV_NO_CACHE=1
    if uv --version >/dev/null 2>&1; then
        uv=uv
        return
    fi
    uv=$root/.tools/uv/bin/uv
    if [ ! -x "$uv" ] || ! cmp -s "$root/requirements/uv.txt" "$root/.tools/uv.txt"; then
        fetch_uv
    fi
}

fetch_uv() {
    "$python" -m pip --version >/dev/null 2>&1 || give_up \
        "Pasch needs uv, or pip to fetch it: $python has no pip." \
        'Install one of them (Debian: apt install python3-pip) and try again.'
    rm -rf "$root/.tools/uv"
    "$python" -m pip install --quiet --disable-pip-version-check --root-user-action=ignore \
        --require-hashes --only-binary :all: --target "$root/.tools/uv" \
        -r "$root/requirements/uv.txt" >&2 || give_up \
        'pip could not fetch uv (see above). With uv in PATH, ./run takes that one.'
    cp "$root/requirements/uv.txt" "$root/.tools/uv.txt"
}

# A .venv whose Python is gone, too old or half-made is thrown away; any other is kept, so that a
# running server does not lose the files that it has yet to read.
make_venv() {
    if ! "$venv/bin/python" -c 'import sys
sys.exit(sys.prefix == sys.base_prefix or sys.version_info < (3, 11))' 2>/dev/null; then
        rm -rf "$venv"
        "$uv" venv --quiet --relocatable --python "$python" "$venv"
    fi
}

# Makes `import pasch` work without building the project: a path relative to site-packages, so that
# a checkout may be moved or copied.
link_source() {
    "$venv/bin/python" - "$root/src" <<'END'
import os, sys, sysconfig
site = sysconfig.get_path("purelib")
with open(os.path.join(site, "pasch-src.pth"), "w", encoding="utf-8") as link:
    link.write(os.path.relpath(os.path.realpath(sys.argv[1]), os.path.realpath(site)) + "\n")
END
}

# Installs what requirements/$1.txt lists. The tests' tools stay once they are there, so that
# ./run and ./run test do not undo each other.
set_up() {
    wanted=$1
    [ ! -e "$venv/dev.txt" ] || wanted=dev
    printf 'Setting up %s from requirements/%s.txt ...\n' "$venv" "$wanted" >&2
    find_python
    find_uv
    make_venv
    "$uv" pip sync --quiet --require-hashes --python "$venv/bin/python" \
        "$root/requirements/$wanted.txt" ||
        give_up 'The packages could not be installed (see above).'
    link_source
    cp "$root/requirements/run.txt" "$venv/run.txt"
    [ "$wanted" = run ] || cp "$root/requirements/dev.txt" "$venv/dev.txt"
}
