/* What runs on every page, besides the search. */

import "./opened.js";
import "./reading.js";
import "./cut.js";
import "./lists.js";
