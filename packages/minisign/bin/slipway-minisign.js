#!/usr/bin/env node
// Exists before a build, so that installing the workspace can link it.
import "../dist/slipway-minisign.js";
