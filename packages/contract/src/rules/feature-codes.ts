/** Dials the echo test: the caller hears themselves. */
export const echoTestCode = '*43';
