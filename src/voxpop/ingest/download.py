"""Files behind web addresses, or others that fsspec knows.

Only the command line asks for them: nothing else in voxpop uses the network.
"""

from __future__ import annotations

import http.client
import shutil
from contextlib import ExitStack
from pathlib import PurePosixPath
from tempfile import TemporaryFile
from typing import IO
from urllib.error import HTTPError, URLError
from urllib.parse import unquote, urlsplit
from urllib.request import Request, urlopen

from voxpop.errors import InputError
from voxpop.ingest.sources import SourceFile
from voxpop.remote_paths import remote_files

MOST = 1_000_000_000  # bytes
SECONDS = 30  # without an answer
PIECE = 1 << 20


def shown_address(address: str) -> str:
    """An address without what may be secret: the user, the password and the query."""
    try:
        parts = urlsplit(address)
    except ValueError as error:
        raise InputError(f"{address!r:.200} is no web address ({error}).") from None
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{unquote(parts.path)}"


def file_stem(address: str) -> str:
    """The name of the file behind an address, without its ending."""
    return PurePosixPath(unquote(urlsplit(address).path)).name.split(".")[0]


def download(address: str, *, most: int = MOST) -> list[SourceFile]:
    """Fetch what is behind an address into temporary files that vanish by themselves."""
    if address.lower().startswith(("http://", "https://")):
        return [fetch_page(address, most=most)]
    files = []
    for path in remote_files(address):
        data = TemporaryFile()  # noqa: SIM115  (whoever reads it closes it)
        with path.open("rb") as file:
            shutil.copyfileobj(file, data, PIECE)
        data.seek(0)
        files.append(SourceFile(str(path), None, data=data))
    return files


def fetch_page(address: str, *, most: int) -> SourceFile:
    """Fetch a file from a web server."""
    name = shown_address(address)
    with ExitStack() as stack:
        data = stack.enter_context(TemporaryFile())
        try:
            with urlopen(Request(address, headers={"User-Agent": "voxpop"}), timeout=SECONDS) as answer:
                _copy(answer, data, name, most)
        except HTTPError as error:
            error.close()
            raise InputError(f"{name} cannot be fetched: the server answers {error.code} ({error.reason}).") from None
        except (URLError, OSError, http.client.HTTPException, ValueError) as error:
            why = getattr(error, "reason", None) or error
            raise InputError(
                f"{name} cannot be fetched ({why}). Check the address and whether this machine is online, or fetch the "
                "file in another way and name it here."
            ) from None
        stack.pop_all()
    data.seek(0)
    return SourceFile(name, None, data=data)


def _copy(answer: http.client.HTTPResponse, data: IO[bytes], name: str, most: int) -> None:
    announced, size = answer.headers.get("Content-Length", ""), 0
    while size <= most and not (announced.isdecimal() and int(announced) > most):
        piece = answer.read(PIECE)
        if not piece:
            if announced.isdecimal() and size < int(announced):
                raise InputError(f"{name} broke off after {size:,} of {int(announced):,} bytes. Try again.")
            return
        size += data.write(piece)
    raise InputError(
        f"{name} is larger than {most / 1e9:,.1f} GB, the limit. Fetch it yourself and name the file here."
    )
