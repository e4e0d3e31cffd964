"""English words before personal data: "call 555-1234", "WhatsApp: anna_92"."""

from __future__ import annotations

ACCOUNT_HINTS = ("whatsapp", "telegram", "skype")
ACCOUNT = "(?<![a-z0-9])(?:whatsapp|telegram|skype)"
NUMBER_WORDS = r"id|number|no\.?"
COPULAS = ""
PHONE_LABELS = ("call", "tel", "phone")
DOMAIN_ENDINGS = ""
MAILBOX = ""
