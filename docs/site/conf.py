"""The site, by Sphinx: scripts/check-site.sh builds it.

The source folder is the repository, so that pages are the files that people read there and links between them hold.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

project = "rulegen"
html_title = "rulegen"
root_doc = "docs/site/index"
include_patterns = ["*.md", "docs/**.md", "crates/python/GUIDE.md", "crates/*/README.md"]
# The note is the beginning of docs/RESULTS.md.
exclude_patterns = ["target", "docs/results-note.md"]
# Pages of measurements are listed by their own README, and not in the menu.
suppress_warnings = ["toc.not_included"]
extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "mathml", "command_help"]

html_theme = "furo"
html_static_path = ["style.css"]
html_css_files = ["style.css"]
html_extra_path = ["root"]
html_copy_source = False
html_show_copyright = False
html_math_renderer = "mathml"

myst_enable_extensions = ["dollarmath"]
myst_fence_as_directive = ["math"]
myst_heading_anchors = 4

nb_execution_mode = "force"
nb_execution_in_temp = True
nb_execution_raise_on_error = True
nb_execution_timeout = 120
nb_merge_streams = True

autodoc_typehints = "none"
autodoc_default_options = {
    "member-order": "bysource",
    # scikit-learn makes these of the arguments of the methods.
    "exclude-members": "set_fit_request, set_score_request, set_predict_request",
}
napoleon_google_docstring = False
napoleon_use_ivar = True
