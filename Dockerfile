# The web app and all commands: docs/assistants.md says how to run it. Nothing is fetched when it runs.
FROM python:3.12-slim
COPY . /source
RUN pip install --no-cache-dir '/source[serve]' && rm -rf /source && useradd --create-home voxpop && mkdir /data && chown voxpop /data
USER voxpop
WORKDIR /data
EXPOSE 8000
ENTRYPOINT ["voxpop"]
CMD ["serve", "--host", "0.0.0.0", "--folder", "/data"]
