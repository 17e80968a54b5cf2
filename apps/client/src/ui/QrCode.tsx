import { encode } from 'uqr';

/** Modules around a code that stay empty (ISO/IEC 18004 §5.3.8). */
const quietZone = 4;

/** A QR code, dark on white whatever the theme: cameras read no other. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: quietZone });
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-48 flex-none rounded-s bg-white"
    >
      <path d={dark.join('')} fill="#000" />
    </svg>
  );
}
