/** One sealed recording: its folder, its manifest, and the single file that it is shipped as. */
package dev.heisenbug.formats.bundle;
