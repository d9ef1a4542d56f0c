"""Results as a CSV file that grows by rows."""

import csv
import os


class Store:
    """A CSV file that grows by rows and survives a kill: a line that was not finished is cut off.
    """

    def __init__(self, path, columns, key):
        self.path, self.columns, self.key = path, columns, key
        text = path.read_bytes() if path.exists() else b""
        text = text[: text.rfind(b"\n") + 1]
        path.write_bytes(text or (",".join(columns) + "\n").encode())
        with open(path, newline="", encoding="utf-8") as file:
            self.rows = list(csv.DictReader(file))

    def has(self, key):
        return any(all(row[column] == str(key[column]) for column in self.key) for row in self.rows)

    def append(self, row):
        self.rows.append({column: str(row.get(column, "")) for column in self.columns})
        with open(self.path, "a", newline="", encoding="utf-8") as file:
            csv.DictWriter(file, self.columns, extrasaction="ignore", lineterminator="\n").writerow(row)
            file.flush()
            os.fsync(file.fileno())
