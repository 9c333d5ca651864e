"""Builds that go on beside the tests, with what these leave of the processors.

Most packages are small: a plan, a link, a test that waits. The builds in folders of their own take minutes, and need
nothing of the others. They run at the lowest priority. Whoever needs one builds it again, which waits for this one and
finds its products. What it has to say is said then.
"""

import subprocess
import threading

from . import testing
from .repository import Failure


class BuildsAhead:
    """Builds that run one after the other until all are done, or until it is ended.

    Each is a function that returns a command and the folder to run it in.
    """

    def __init__(self, builds):
        self.builds = builds
        self.lock = threading.Lock()
        self.process = None
        self.is_ended = False
        self.runner = threading.Thread(target=self.run, daemon=True)

    def __enter__(self):
        self.runner.start()
        return self

    def __exit__(self, *_):
        with self.lock:
            self.is_ended = True
            process = self.process
        if process and process.poll() is None:
            testing.end(process.pid)
        self.runner.join()

    def run(self):
        for build in self.builds:
            try:
                command, folder = build()
            except Failure:
                continue
            with self.lock:
                if self.is_ended:
                    return
                self.process = subprocess.Popen(
                    ["nice", "-n", "19", *command], cwd=folder, stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL, start_new_session=True,
                )
            self.process.wait()
