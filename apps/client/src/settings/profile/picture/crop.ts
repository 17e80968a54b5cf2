import { userPictureMaxSide } from '@sidetone/contract/rules/user-picture.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The square of a picture that is shown: its middle in pixels of the picture, and how many times it is enlarged. */
export interface Crop {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}

/** The most enlargement, and the fewest pixels that may be left of a side: a face of fewer is only a blur. */
const mostZoom = 5;
const fewestPixels = 64;

/** The largest square, in the middle. */
export const wholeCrop = ({ width, height }: Size): Crop => ({ x: width / 2, y: height / 2, zoom: 1 });

/** How many times a picture can be enlarged; 1 for one that is too small for it. */
export const mostZoomOf = ({ width, height }: Size): number =>
  Math.min(mostZoom, Math.max(1, Math.min(width, height) / fewestPixels));

/** How long the sides of the square are, in pixels of the picture. */
export const sideOf = ({ width, height }: Size, { zoom }: Crop): number => Math.min(width, height) / zoom;

/** The same square within the picture, and enlarged as much as it can be. */
export function within(size: Size, crop: Crop): Crop {
  const zoom = Math.min(Math.max(crop.zoom, 1), mostZoomOf(size));
  const half = sideOf(size, { ...crop, zoom }) / 2;
  const between = (value: number, length: number) => Math.min(Math.max(value, half), length - half);
  return { x: between(crop.x, size.width), y: between(crop.y, size.height), zoom };
}

/** Moves what is shown by a share of the view: 0.1 to the right shows what lies a tenth further right. */
export function moved(size: Size, crop: Crop, right: number, down: number): Crop {
  const side = sideOf(size, crop);
  return within(size, { ...crop, x: crop.x + right * side, y: crop.y + down * side });
}

/** The sides of the finished picture, in pixels: those of the square, up to the most that the server accepts. */
export const sideOfPicture = (size: Size, crop: Crop): number =>
  Math.min(userPictureMaxSide, Math.max(1, Math.round(sideOf(size, crop))));
