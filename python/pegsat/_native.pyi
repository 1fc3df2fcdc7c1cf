"""Types of the compiled module."""

from typing import Any, Callable, Optional, Union, final

__all__ = ["Session", "Stop", "__version__"]
__version__: str

@final
class Stop:
    def __new__(cls) -> Stop: ...
    def set(self) -> None: ...

@final
class Session:
    def __new__(cls) -> Session: ...
    def ask(self, question: str) -> tuple[str, Optional[Session]]: ...
    def work(
        self,
        question: str,
        timeout: Union[float, str, None] = None,
        memory: Union[int, str, None] = None,
        progress: Optional[Callable[[dict[str, Any]], object]] = None,
        stop: Optional[Stop] = None,
    ) -> tuple[str, Optional[Session]]: ...
