"""Fetch the vendored script anew and compare it with what is committed; needs npm.

    tools/vendor.py

Users never need this: the file is part of the repository. To move to another version, change
NAME, VERSION and SHA256 and copy the file that is named at the end.
"""

import hashlib
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

NAME = "idiomorph"
VERSION = "0.8.0"
MEMBER = "package/dist/idiomorph.min.js"
SHA256 = "4cbd535caf7663a51eda9bce6595371c384fc430d54b8d414e29a61167f19f96"
STATIC = Path(__file__).parents[1] / "src" / "pasch" / "web" / "static" / "vendor"


def main() -> int:
    """Compare the published file, the committed one and the expected hash; 0 when all agree."""
    committed = (STATIC / f"{NAME}-{VERSION}.min.js").read_bytes()
    agree = True
    for whose, content in (("committed", committed), ("published", published())):
        digest = hashlib.sha256(content).hexdigest()
        agree &= digest == SHA256
        print(f"{whose}: {digest} {'as expected' if digest == SHA256 else 'DIFFERS'}")
    return 0 if agree else 1


def published() -> bytes:
    """Return the file as the package registry has it."""
    with tempfile.TemporaryDirectory() as folder:
        command = ["npm", "pack", "--silent", f"{NAME}@{VERSION}"]
        packed = subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True)
        with tarfile.open(Path(folder) / packed.stdout.strip()) as archive:
            member = archive.extractfile(MEMBER)
            return member.read() if member is not None else b""


if __name__ == "__main__":
    sys.exit(main())
