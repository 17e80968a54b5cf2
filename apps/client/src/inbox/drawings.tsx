/** A quiet line with a check on it: nothing is left to do. */
export function AllDoneDrawing() {
  return (
    <svg
      width="120"
      height="72"
      viewBox="0 0 120 72"
      fill="none"
      strokeWidth="2"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <line x1="10" x2="110" y1="36" y2="36" stroke="var(--line-control)" />
      <circle cx="60" cy="36" r="16" fill="var(--bg-canvas)" stroke="var(--accent)" />
      <path d="M53 36l5 5 9-10" stroke="var(--accent)" strokeLinejoin="round" />
    </svg>
  );
}

/** A silent line: both voices rest. */
export function SilentLineDrawing() {
  return (
    <svg width="120" height="72" viewBox="0 0 120 72" aria-hidden="true">
      {Array.from({ length: 17 }, (_, place) => 12 + place * 5.8).map((x) => (
        <g key={x}>
          <rect x={x} y="32" width="3" height="3" rx="1.5" fill="var(--voice-you)" />
          <rect x={x} y="38" width="3" height="3" rx="1.5" fill="var(--voice-them-rest)" />
        </g>
      ))}
    </svg>
  );
}

const bars = Array.from({ length: 34 }, (_, place) => place);

/** Your voice goes out above the line and comes back below it. */
export function EchoDrawing() {
  const swell = (place: number, middle: number) => 1.5 + 30 * Math.exp(-((place - middle) ** 2) / 13.8);
  return (
    <svg width="240" height="84" viewBox="0 0 240 84" aria-hidden="true" className="inline-block">
      {bars.map((place) => {
        const you = swell(place, 8);
        return (
          <g key={place}>
            <rect x={place * 7} y={40 - you} width="3.4" height={you} rx="1.7" fill="var(--voice-you)" />
            <rect x={place * 7} y="44" width="3.4" height={swell(place, 22)} rx="1.7" fill="var(--voice-them-rest)" />
          </g>
        );
      })}
    </svg>
  );
}
