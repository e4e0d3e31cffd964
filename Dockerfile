# The web app and all commands: docs/assistants.md says how to run it. Nothing is fetched when it runs.
FROM python:3.12-slim AS build
COPY . /source
RUN pip install --no-cache-dir --no-compile --target /packages '/source[serve]' \
 && find /packages -type d -name tests -prune -exec rm -r {} + \
 && rm -r /packages/pyarrow/include /packages/pyarrow/*flight*

FROM python:3.12-slim
COPY --from=build /packages /packages
ENV PYTHONPATH=/packages PATH=/packages/bin:$PATH
RUN useradd --create-home voxpop && install -d -o voxpop /data
USER voxpop
WORKDIR /data
EXPOSE 8000
ENTRYPOINT ["python", "-m", "voxpop"]
CMD ["serve", "--host", "0.0.0.0", "--folder", "/data"]
