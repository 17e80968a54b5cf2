/** An empty place between two people. */
export function NoFavoritesDrawing() {
  return (
    <svg
      width="48"
      height="24"
      viewBox="0 0 48 24"
      fill="none"
      strokeWidth="1.5"
      strokeLinecap="round"
      aria-hidden="true"
      className="flex-none"
    >
      <circle cx="11" cy="12" r="9" stroke="var(--line-control)" />
      <circle cx="37" cy="12" r="9" stroke="var(--line-control)" />
      <circle cx="24" cy="12" r="10" fill="var(--accent-tint)" stroke="var(--accent)" />
      <path d="M24 8v8M20 12h8" stroke="var(--accent)" />
    </svg>
  );
}
