/** A place between two people waits for somebody. */
export function NoFavoritesDrawing() {
  return (
    <svg
      width="44"
      height="24"
      viewBox="0 0 44 24"
      fill="none"
      strokeWidth="1.5"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <circle cx="11" cy="12" r="8" stroke="var(--line-control)" />
      <circle cx="33" cy="12" r="8" stroke="var(--line-control)" />
      <circle cx="22" cy="12" r="10" fill="var(--accent-tint)" stroke="var(--accent)" />
      <path d="M22 7.5v9M17.5 12h9" stroke="var(--accent)" />
    </svg>
  );
}
