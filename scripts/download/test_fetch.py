"""download.sh against a server on this machine, with small files."""

import hashlib
import http.server
import io
import subprocess
import tempfile
import threading
import tomllib
import unittest
import zipfile
from functools import partial
from pathlib import Path

SCRIPT = Path(__file__).resolve().parent.parent / "download.sh"


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def do_GET(self):
        """Announces more bytes than it sends for files whose name begins with `short`."""
        if not self.path.startswith("/short"):
            return super().do_GET()
        self.send_response(200)
        self.send_header("Content-Length", "1000")
        self.end_headers()
        self.wfile.write(b"x,y\n1,a\n")


def zipped(**members):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name, text in members.items():
            archive.writestr(name, text)
    return data.getvalue()


class Download(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.scratch = Path(scratch.name)
        self.served, self.to = self.scratch / "served", self.scratch / "data"
        self.served.mkdir()
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=self.served))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        self.home = f"http://127.0.0.1:{server.server_port}"
        self.table = self.scratch / "sources.toml"

    def serve(self, name, data):
        (self.served / name).write_bytes(data)
        return hashlib.sha256(data).hexdigest()

    def run_script(self, table, *more):
        self.table.write_text(table.replace("HOME", self.home))
        command = [SCRIPT, "--to", self.to, "--sources", self.table, *more]
        return subprocess.run(command, capture_output=True, text=True, timeout=60)

    def test_an_archive_becomes_a_data_set(self):
        sha = self.serve("a.zip", zipped(data="yes,1,?,x\nno, 2,b,y\n"))
        table = f"""[a]
url = "HOME/a.zip"
sha256 = "{sha}"
member = "data"
header = ["y", "n", "c", "id"]
missing = "?"
drop = ["id"]
target = "y"
positive = "yes"
categorical = ["c"]
"""
        done = self.run_script(table)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn(f"a: 2 rows, sha256 {sha} (as expected)", done.stdout)
        self.assertEqual((self.to / "a.csv").read_text(), "n,c,y\n1,,yes\n2,b,no\n")
        catalogue = tomllib.loads((self.to / "datasets.toml").read_text())
        expected = {"file": "a.csv", "rows": 2, "features": 2, "classes": 2, "target": "y", "positive": "yes", "categorical": ["c"]}
        self.assertEqual(catalogue, {"a": expected})
        # Files that are there are not fetched again.
        (self.served / "a.zip").unlink()
        self.assertEqual(self.run_script(table).returncode, 0)

    def test_plain_files_with_spaces_and_headers(self):
        self.serve("b.txt", b"u v class\n 1  2 3\n4 5\t6\n")
        table = '[b]\nurl = "HOME/b.txt"\nsha256 = ""\ndelimiter = "space"\ntarget = "class"\nrename = { 6 = "3" }\n'
        done = self.run_script(table)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("not known before", done.stdout)
        self.assertEqual((self.to / "b.csv").read_text(), "u,v,class\n1,2,3\n4,5,3\n")

    def test_one_that_fails_leaves_the_others(self):
        self.serve("good.csv", b"x,y\n1,a\n")
        self.serve("wrong.csv", b"x,y\n1,a\n")
        self.serve("ragged.csv", b"x,y\n1,a\n1,2,a\n")
        entry = '[{0}]\nurl = "HOME/{0}.csv"\nsha256 = "{1}"\ntarget = "y"\n'
        table = entry.format("absent", "") + entry.format("wrong", "0" * 64) + entry.format("ragged", "") + entry.format("good", "")
        done = self.run_script(table)
        self.assertEqual(done.returncode, 1)
        lines = done.stderr.splitlines()
        self.assertEqual([line.split(":")[0] for line in lines], ["absent", "wrong", "ragged"])
        self.assertIn("404", lines[0])
        self.assertIn(f"not {'0' * 64}", lines[1])
        self.assertIn("row 2 has 3 cells, not 2", lines[2])
        self.assertEqual(sorted(path.name for path in self.to.glob("*.csv")), ["good.csv"])
        self.assertEqual(list(tomllib.loads((self.to / "datasets.toml").read_text())), ["good"])

    def test_what_is_not_whole_is_fetched_again(self):
        self.serve("zip.csv", b"x,y\n1,a\n")
        self.serve("latin.csv", b"x,y\n1,\xe9\n")
        self.serve("good.csv", b"x,y\n1,a\n")
        entry = '[{0}]\nurl = "HOME/{0}.csv"\nsha256 = ""\ntarget = "y"\n'
        table = entry.format("short") + entry.format("zip") + 'member = "data"\n' + entry.format("latin") + entry.format("good")
        done = self.run_script(table)
        self.assertEqual(done.returncode, 1)
        lines = done.stderr.splitlines()
        self.assertEqual([line.split(":")[0] for line in lines], ["short", "zip", "latin"])
        self.assertIn("992 bytes are missing", lines[0])
        self.assertIn("good: 1 rows", done.stdout)
        self.serve("zip.csv", zipped(data="x,y\n1,a\n"))
        self.assertIn("zip: 1 rows", self.run_script(table, "zip").stdout)

    def test_names_are_of_the_table(self):
        done = self.run_script("", "nothing")
        self.assertEqual(done.returncode, 2)
        self.assertIn("nothing", done.stderr)

    def test_the_table_is_whole(self):
        sources = tomllib.loads((SCRIPT.parent / "download" / "sources.toml").read_text())
        for name, source in sources.items():
            with self.subTest(name):
                self.assertRegex(source["url"], "^https://")
                self.assertRegex(source["sha256"], "^([0-9a-f]{64})?$")
                columns = source["header"]
                self.assertEqual(len(columns), len(set(columns)))
                self.assertLessEqual({source["target"], *source.get("categorical", []), *source.get("drop", [])}, set(columns))


if __name__ == "__main__":
    unittest.main()
