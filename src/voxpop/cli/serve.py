"""voxpop serve: the web app."""

from __future__ import annotations

import socket
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING

from voxpop.cli import console
from voxpop.cli.interrupt import end_despite_threads, raise_on_signals
from voxpop.errors import MissingExtra, OptionError, StoreError

if TYPE_CHECKING:
    from voxpop.web.state import Library

MB = 1_000_000


def serve(
    files: list[Path] | None = None,
    *,
    host: str = "127.0.0.1",
    port: int = 8000,
    token_viewer: list[str] | None = None,
    token_editor: list[str] | None = None,
    allow_host: list[str] | None = None,
    folder: Path = Path("voxpop-uploads"),
    max_upload: int = 1000,
    max_unpacked: int = 2000,
    max_memory: int = 12000,
) -> None:
    """Open analyses in a browser: click from a number to the words it was counted from.

    Everything stays on this machine. The same content is available as JSON under /api/v1. Without a file, it starts
    with an upload. Any other --host needs a token, which may come from the environment.

    Example: voxpop serve cafe.voxpop
    """
    try:
        import fastapi  # noqa: F401
        import httptools  # noqa: F401
        import uvicorn
    except ImportError:
        raise MissingExtra("voxpop serve", "serve") from None
    from voxpop.web.app import ServerOptions, create_app
    from voxpop.web.http_protocol import LimitedHttpProtocol
    from voxpop.web.jobs import Limits

    check_host(host, [*(token_viewer or []), *(token_editor or [])])
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
    check_files(files or [], app.state.library)
    listening = bound(host, port)
    everywhere = host in ("0.0.0.0", "::")
    shown = "localhost" if everywhere else f"[{host}]" if ":" in host else host
    place = f"http://{shown}:{listening.getsockname()[1]}/"
    if not is_local(host) and not allow_host:
        names = "localhost" if everywhere else f"localhost or {host}"
        console.print_note(f"Visitors can only use the name {names}. Let them use another: --allow-host NAME")
    console.print_line(f"Open {place} in a browser. Stop with Ctrl-C.")
    config = uvicorn.Config(
        app, http=LimitedHttpProtocol, log_level="warning", server_header=False, timeout_graceful_shutdown=5
    )

    class Server(uvicorn.Server):
        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            app.state.library.processes.stop()  # pages that wait for long work are answered now
            await super().shutdown(sockets)

    raise_on_signals()
    try:
        Server(config).run(sockets=[listening])
    except (KeyboardInterrupt, SystemExit):
        console.print_note("Stopped.")
    end_despite_threads()


def bound(host: str, port: int) -> socket.socket:
    """Return a socket at the address, so that a port in use is an error of ours and not of a library."""
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
    """Raise an OptionError where other machines could look without a token."""
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


def check_files(files: list[Path], library: Library) -> None:
    """Say at once what cannot be opened; go on while there is anything to show. What can be opened stays open."""
    from voxpop.annotate.project import Project, is_project
    from voxpop.store.store import is_old

    problems = []
    for file in files:
        try:
            if is_project(file):
                Project(file).close()
                continue
            if file.is_file() and is_old(file):
                console.print_note(
                    f"An older voxpop wrote {file}: it is converted whenever it is opened, which takes a minute for a "
                    f"million reviews. To write it anew once, with your edits: voxpop analyze --refresh {file}"
                )
            with library.add(file).reading():
                pass
        except StoreError as error:
            problems.append(error)
            if len(files) > 1:
                console.print_error(str(error))
    if problems and len(problems) == len(files):
        raise problems[0]
