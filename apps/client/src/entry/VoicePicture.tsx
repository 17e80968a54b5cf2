/** Heights in pixels, above and below the line. */
const you = [
  13, 30, 51, 60, 69, 72, 50, 74, 5, 10, 13, 11, 6, 6, 14, 15, 11, 14, 12, 9, 123, 222, 181, 197, 132, 96, 134, 10, 19,
  17, 21, 9, 20, 158, 179, 240, 213, 140, 107, 190, 216, 237, 159, 137, 80, 12, 11, 11, 17, 13, 10, 9, 10, 8, 5, 8, 69,
  58, 62, 91, 80, 63, 38, 20,
];
const them = [
  2, 3, 5, 5, 7, 4, 7, 6, 118, 119, 154, 122, 80, 85, 149, 145, 207, 145, 104, 87, 14, 12, 14, 10, 20, 21, 18, 192, 200,
  250, 200, 126, 123, 19, 22, 12, 10, 15, 17, 14, 14, 14, 8, 11, 15, 113, 172, 195, 167, 143, 74, 95, 148, 142, 102,
  120, 11, 5, 4, 6, 5, 5, 5, 2,
];
const axis = 450;

/** The picture beside the sign-in: two voices taking turns on one line. */
export function VoicePicture() {
  return (
    <svg viewBox="0 0 880 900" width="880" height="900" aria-hidden="true" className="block max-w-none">
      {you.map((height, place) => {
        const x = place * 13.8;
        return (
          <g key={x.toFixed(1)}>
            <rect x={x} y={axis - 3 - height} width="7.8" height={height} rx="3.9" fill="var(--voice-you)" />
            <rect x={x} y={axis + 3} width="7.8" height={them[place] ?? 2} rx="3.9" fill="var(--voice-them-rest)" />
          </g>
        );
      })}
    </svg>
  );
}
