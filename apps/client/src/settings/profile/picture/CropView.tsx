import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { type Crop, moved, sideOf, within } from './crop.ts';

interface CropViewProps {
  picture: ImageBitmap;
  crop: Crop;
  onChange: (crop: Crop) => void;
}

/** Sides of the view, in pixels of the page. */
const viewPx = 280;
/** How far one key moves the picture, in shares of the view, and how much it enlarges it. */
const step = 0.04;
const largeStep = 0.2;
const zoomStep = 0.1;

const arrows: Readonly<Record<string, readonly [right: number, down: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const zooms: Readonly<Record<string, number>> = { '+': zoomStep, '=': zoomStep, '-': -zoomStep };

/** The square of a picture that colleagues will see. It is moved by dragging or by arrow keys, enlarged by + and - or the wheel. */
export function CropView({ picture, crop, onChange }: CropViewProps) {
  const { t } = useWords();
  const help = useId();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [held, setHeld] = useState<{ x: number; y: number } | null>(null);
  useEffect(() => {
    if (canvas.current) draw(canvas.current, picture, crop);
  }, [picture, crop]);

  const move = (right: number, down: number) => onChange(moved(picture, crop, right, down));
  const enlarge = (by: number) => onChange(within(picture, { ...crop, zoom: crop.zoom + by }));
  const onKeyDown = (event: KeyboardEvent) => {
    // With these a key belongs to the browser, for example to enlarge the page.
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = arrows[event.key];
    const zoom = zooms[event.key];
    if (arrow === undefined && zoom === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const by = event.shiftKey ? largeStep : step;
    if (arrow) move(arrow[0] * by, arrow[1] * by);
    else if (zoom) enlarge(zoom);
  };
  const onPointerDown = (event: PointerEvent) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    setHeld({ x: event.clientX, y: event.clientY });
  };
  const onPointerMove = ({ clientX: x, clientY: y }: PointerEvent) => {
    if (held === null) return;
    move((held.x - x) / viewPx, (held.y - y) / viewPx);
    setHeld({ x, y });
  };

  return (
    <div className="relative mx-auto size-[280px] max-w-full overflow-hidden rounded-m bg-well">
      <div
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it is moved by keys
        tabIndex={0}
        role="application"
        aria-label={t(($) => $.profile.picture.part)}
        aria-describedby={help}
        onKeyDown={onKeyDown}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={() => setHeld(null)}
        onPointerCancel={() => setHeld(null)}
        onWheel={(event) => enlarge(event.deltaY < 0 ? zoomStep : -zoomStep)}
        className="size-full cursor-grab touch-none rounded-m outline-offset-[-2px] active:cursor-grabbing"
      >
        <canvas ref={canvas} width={viewPx * 2} height={viewPx * 2} className="size-full" />
      </div>
      {/* Dims everything outside the round face that lists show. */}
      <span className="pointer-events-none absolute inset-0 rounded-full shadow-[0_0_0_200px_var(--bg-scrim)]" />
      <span id={help} hidden>
        {t(($) => $.profile.picture.partHelp)}
      </span>
    </div>
  );
}

function draw(canvas: HTMLCanvasElement, picture: ImageBitmap, crop: Crop): void {
  const pen = canvas.getContext('2d');
  if (pen === null) return;
  const side = sideOf(picture, crop);
  pen.clearRect(0, 0, canvas.width, canvas.height);
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(picture, crop.x - side / 2, crop.y - side / 2, side, side, 0, 0, canvas.width, canvas.height);
}
