"""A report in a headless browser, and what is expected of it."""

import base64
from pathlib import Path

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait


class Page:
    """A report in a browser."""

    def __init__(self, path: Path, ready: str = "return !!window.rulegen"):
        options = Options()
        options.binary_location = "/usr/bin/chromium"
        for flag in ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars"]:
            options.add_argument(flag)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.browser = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
        self.browser.set_script_timeout(60)
        self.width(1280)
        self.browser.get(path.as_uri())
        WebDriverWait(self.browser, 30).until(lambda b: b.execute_script(ready))

    def width(self, width: int, dark: bool = False):
        size = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 600}
        self.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme]})

    def js(self, script: str, *args):
        return self.browser.execute_script(script, *args)

    def find(self, selector: str):
        return self.browser.find_element(By.CSS_SELECTOR, selector)

    def all(self, selector: str):
        return self.browser.find_elements(By.CSS_SELECTOR, selector)

    def console(self) -> list:
        return self.browser.get_log("browser")

    def screenshots(self, folder: Path, name: str):
        for width, dark in [(1280, False), (400, False), (1280, True)]:
            self.width(width, dark)
            height = self.js("return document.documentElement.scrollHeight")
            for part, top in enumerate(range(0, height, 1600)):
                clip = {"x": 0, "y": top, "width": width, "height": min(1600, height - top), "scale": 1}
                shot = {"captureBeyondViewport": True, "clip": clip}
                image = self.browser.execute_cdp_cmd("Page.captureScreenshot", shot)["data"]
                (folder / f"{name}-{width}{'-dark' if dark else ''}-{part}.png").write_bytes(base64.b64decode(image))
        self.width(1280)


def expect(truth: bool, what: str):
    if not truth:
        raise AssertionError(what)


def equal(found, wanted, what: str):
    expect(found == wanted, f"{what}: found {found!r}, wanted {wanted!r}")
