// What every page needs.

import "./busy.js";
import "./offline.js";
import "./time-zone.js";
