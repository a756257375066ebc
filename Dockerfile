# Pasch in a container; how to run it stands in docs/hosting.md.
#
#   docker build -t pasch .
#   docker run -p 127.0.0.1:8000:8000 -v pasch:/data pasch

# The version of Python is the one that the tests run on.
FROM python:3.11-slim-bookworm AS build
COPY requirements/run.txt /build/run.txt
# Every wheel is held against its hash, and nothing is compiled.
RUN python -m venv /opt/venv \
    && /opt/venv/bin/pip install --no-cache-dir --disable-pip-version-check --only-binary :all: \
        --require-hashes --requirement /build/run.txt
COPY LICENSE /opt/pasch/LICENSE
COPY src /opt/pasch/src
RUN printf '%s\n' '#!/opt/venv/bin/python -P' 'from pasch.cli import main' 'main()' > /opt/venv/bin/pasch \
    && chmod 755 /opt/venv/bin/pasch \
    && /opt/venv/bin/python -m compileall -q /opt/pasch/src

FROM python:3.11-slim-bookworm
# A number as its name lets others see that this user is not root.
RUN groupadd --gid 10001 pasch \
    && useradd --uid 10001 --gid 10001 --no-create-home --home-dir /data --shell /usr/sbin/nologin pasch \
    && install --directory --owner=10001 --group=10001 --mode=0700 /data
COPY --from=build /opt /opt
ENV PATH=/opt/venv/bin:$PATH \
    PYTHONPATH=/opt/pasch/src \
    PASCH_HOST=0.0.0.0 \
    PASCH_PORT=8000 \
    PASCH_DATA=/data \
    PASCH_LOG_FORMAT=json
USER 10001:10001
WORKDIR /data
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s --retries=3 \
    CMD ["python", "-c", "import os, urllib.request as r; r.urlopen('http://127.0.0.1:' + os.environ['PASCH_PORT'] + '/healthz', timeout=4)"]
ENTRYPOINT ["pasch"]
CMD ["serve"]
