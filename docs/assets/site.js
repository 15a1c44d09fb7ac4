/* What runs on every page, besides the search. */

import "./ages.js";
import "./opened.js";
import "./reading.js";
import "./cut.js";
import "./lists.js";
