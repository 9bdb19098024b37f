"""The version in pyproject.toml."""

VERSION = "1.0.0"
