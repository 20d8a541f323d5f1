/** What the build makes of the chart for those who do not use Helm. */
package dev.heisenbug.e2e.release;
