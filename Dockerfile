# porter with its toolchain: converts, compiles for AMD GPUs, and runs ports without one.
#   docker build -t porter . && docker run --rm -v "$PWD:/src" porter convert cuda --to hip
FROM python:3.12-slim-bookworm

# git merges and vendors, make and g++ build ports and the executor's programs.
RUN apt-get update \
    && apt-get install --yes --no-install-recommends ca-certificates cmake g++ git make \
    && rm -rf /var/lib/apt/lists/*

COPY . /opt/porter
RUN pip install --no-cache-dir /opt/porter

# What is installed is the image's; what is built later belongs to whoever runs it.
ENV PORTER_HOME=/opt/porter-home
RUN porter toolchain install \
    && porter toolchain install cuda-headers \
    && rm -rf "$PORTER_HOME/downloads" "$PORTER_HOME/apt" \
    && chmod -R a+rwX "$PORTER_HOME"

WORKDIR /src
ENTRYPOINT ["porter"]
CMD ["--help"]
