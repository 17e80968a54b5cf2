const everyMs = 15_000;

/**
 * The hanging-call check (specification 4), for as long as the server runs and whether or not a browser asks for it:
 * looks every 15 s for events that should have been closed. What to look for is in the database, so a restart
 * misses nothing. Returns the way to stop.
 */
export function watchHanging(
  book: { closeHanging(at: Date): Promise<number> },
  onTrouble: (error: unknown) => void,
): () => void {
  const timer = setInterval(() => {
    book.closeHanging(new Date()).catch(onTrouble);
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
