"""voxpop serve: the web app."""

from __future__ import annotations

import socket
from ipaddress import ip_address
from pathlib import Path
from typing import Annotated

import typer

from voxpop.cli import console
from voxpop.cli.interrupt import raise_on_signals
from voxpop.errors import MissingExtra, OptionError, StoreError

MB = 1_000_000


def serve(
    files: Annotated[
        list[Path] | None,
        typer.Argument(metavar="FILE...", help="The .voxpop files to show, and folders of annotation projects."),
    ] = None,
    host: Annotated[str, typer.Option("--host", help="The address to listen at.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="The port; 0 for any that is free.")] = 8000,
    token_viewer: Annotated[
        list[str] | None,
        typer.Option("--token-viewer", envvar="VOXPOP_TOKEN_VIEWER", help="A token to look: SECRET or NAME=SECRET."),
    ] = None,
    token_editor: Annotated[
        list[str] | None,
        typer.Option("--token-editor", envvar="VOXPOP_TOKEN_EDITOR", help="The same, to look, edit and upload with."),
    ] = None,
    allow_host: Annotated[
        list[str] | None, typer.Option("--allow-host", help="A name besides localhost that visitors may use.")
    ] = None,
    folder: Annotated[
        Path, typer.Option("--folder", help="Where uploads are analysed and kept; its analyses are shown, too.")
    ] = Path("voxpop-uploads"),
    max_upload: Annotated[int, typer.Option("--max-upload", min=1, help="The largest upload, in megabytes.")] = 1000,
    max_unpacked: Annotated[
        int, typer.Option("--max-unpacked", min=1, help="What a packed upload may unpack to, in megabytes.")
    ] = 2000,
    max_memory: Annotated[
        int,
        typer.Option(
            "--max-memory", min=1000, help="Address space of each process that analyses an upload, in megabytes."
        ),
    ] = 12000,
) -> None:
    """Look at analyses in a browser: click from a number to the words it was counted from.

    Everything stays on this machine. The same content is there as JSON under /api/v1. Without a file it begins with
    the upload of one. Any other --host needs a token, which the environment can hold, too.

    Example: voxpop serve cafe.voxpop
    """
    try:
        import fastapi  # noqa: F401
        import uvicorn
    except ImportError:
        raise MissingExtra("voxpop serve", "serve") from None
    from voxpop.web.app import ServerOptions, create_app
    from voxpop.web.jobs import Limits

    check_host(host, [*(token_viewer or []), *(token_editor or [])])
    check_files(files or [])
    limits = Limits(upload=max_upload * MB, unpacked=max_unpacked * MB, memory=max_memory * MB)
    options = ServerOptions(
        host=host,
        port=port,
        hosts=tuple(allow_host or ()),
        viewers=tuple(token_viewer or ()),
        editors=tuple(token_editor or ()),
        folder=folder,
        limits=limits,
    )
    app = create_app(files or [], options)
    listening = bound(host, port)
    shown = f"[{host}]" if ":" in host else host
    place = f"http://{shown}:{listening.getsockname()[1]}/"
    if not is_local(host) and not allow_host:
        console.print_note(f"Visitors can only use the name {host}. Let them use another: --allow-host NAME")
    console.print_line(f"Open {place} in a browser. Stop with Ctrl-C.")
    config = uvicorn.Config(app, log_level="warning", server_header=False, timeout_graceful_shutdown=5)
    raise_on_signals()
    try:
        uvicorn.Server(config).run(sockets=[listening])
    except (KeyboardInterrupt, SystemExit):
        console.print_note("Stopped.")


def bound(host: str, port: int) -> socket.socket:
    """A socket at the address, so that a port in use is an error of ours and not of a library."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(128)
    except OSError as error:
        listening.close()
        raise OptionError(
            f"Cannot listen at {host}, port {port}: {error.strerror}. Choose another port, such as --port {port + 1}, "
            "or any that is free with --port 0."
        ) from None
    return listening


def check_host(host: str, tokens: list[str]) -> None:
    """Only this machine may look without a token."""
    if is_local(host) or tokens:
        return
    raise OptionError(
        f"--host {host} would let other machines look at the reviews. Give visitors a token, --token-viewer or "
        "--token-editor with a SECRET or NAME=SECRET of 12 characters or more, or leave --host away."
    )


def is_local(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def check_files(files: list[Path]) -> None:
    """Say at once what cannot be opened; go on while there is anything to show."""
    from voxpop.annotate.project import Project, is_project
    from voxpop.store import Store

    problems = []
    for file in files:
        try:
            Project(file).close() if is_project(file) else Store.open(file).close()
        except StoreError as error:
            problems.append(error)
            if len(files) > 1:
                console.print_error(str(error))
    if problems and len(problems) == len(files):
        raise problems[0]
