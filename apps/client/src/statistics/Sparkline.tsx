/** The calls of each day as a curve, scaled to the busiest one; of one day alone it is a point. */
export function Sparkline({ values }: { values: readonly number[] }) {
  const most = Math.max(1, ...values);
  const points = values.map((value, at) => ({
    x: (values.length === 1 ? 44 : (at / (values.length - 1)) * 86 + 1).toFixed(1),
    y: (18 - (value / most) * 16).toFixed(1),
  }));
  const [only, ...others] = points;
  return (
    <svg aria-hidden viewBox="0 0 88 20" className="block h-5 w-22">
      {only !== undefined && others.length === 0 ? (
        <circle cx={only.x} cy={only.y} r={2} className="fill-accent" />
      ) : (
        <polyline
          points={points.map(({ x, y }) => `${x},${y}`).join(' ')}
          fill="none"
          strokeWidth={1.5}
          className="stroke-accent"
        />
      )}
    </svg>
  );
}
