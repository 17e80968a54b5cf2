/** A text in which the words that are searched for are marked. */
export function Marked({ text, wanted }: { text: string; wanted: string }) {
  const words = wanted.trim().toLocaleLowerCase();
  const lower = text.toLocaleLowerCase();
  // Some letters change their length with their case; then the line is shown, and nothing marked in it.
  if (words === '' || lower.length !== text.length) return text;
  const pieces: { from: number; text: string; isHit: boolean }[] = [];
  let from = 0;
  for (let at = lower.indexOf(words); at >= 0; at = lower.indexOf(words, from)) {
    if (at > from) pieces.push({ from, text: text.slice(from, at), isHit: false });
    from = at + words.length;
    pieces.push({ from: at, text: text.slice(at, from), isHit: true });
  }
  pieces.push({ from, text: text.slice(from), isHit: false });
  return pieces.map((piece) =>
    piece.isHit ? (
      <mark key={piece.from} className="rounded-xs bg-accent-tint-2 text-ink">
        {piece.text}
      </mark>
    ) : (
      piece.text
    ),
  );
}
