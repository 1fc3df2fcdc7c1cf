"""maturin, but for one sentence to those who have no Rust."""

import shutil
import sys

import maturin
from maturin import *  # noqa: F403 (the hooks of a build backend)


def _need_rust():
    if shutil.which("cargo") is None:
        sys.exit(
            "pegsat: building it needs Rust 1.88 or later, which is not here; "
            "install Rust (https://rustup.rs), or take a wheel that was built for this system"
        )


def get_requires_for_build_wheel(config_settings=None):
    _need_rust()
    return maturin.get_requires_for_build_wheel(config_settings)


def get_requires_for_build_editable(config_settings=None):
    _need_rust()
    return maturin.get_requires_for_build_editable(config_settings)
