import { pictureTypeOf, userPictureMaxBytes, userPictureMinSide } from '@sidetone/contract/rules/user-picture.ts';
import { type Crop, type Size, sideOf, sideOfPicture } from './crop.ts';

/** Why a file cannot become a picture. */
export type FileProblem = 'otherKind' | 'tooLarge' | 'tooSmall' | 'damaged';

/** Photos of cameras are a quarter of that. */
const mostFileBytes = 30 * 1024 * 1024;

/** A file as a picture, turned the way it was taken. Its bytes say which kind it is; of an animation it is the first picture. */
export async function openPicture(file: Blob): Promise<ImageBitmap | FileProblem> {
  const head = new Uint8Array(await file.slice(0, 12).arrayBuffer());
  if (pictureTypeOf(head) === null) return 'otherKind';
  if (file.size > mostFileBytes) return 'tooLarge';
  const picture = await createImageBitmap(file).catch(() => null);
  if (picture === null) return 'damaged';
  if (Math.min(picture.width, picture.height) >= userPictureMinSide) return picture;
  picture.close();
  return 'tooSmall';
}

/** Draws the square into a new file: a PNG where something shows through, else a JPEG. Nothing else of the old file is in it. */
export async function cutOut(picture: ImageBitmap, crop: Crop): Promise<Blob> {
  const size: Size = picture;
  const side = sideOf(size, crop);
  const length = sideOfPicture(size, crop);
  const canvas = document.createElement('canvas');
  canvas.width = length;
  canvas.height = length;
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  if (pen === null) throw new Error('this browser draws no canvas');
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(picture, crop.x - side / 2, crop.y - side / 2, side, side, 0, 0, length, length);
  if (showsThrough(pen.getImageData(0, 0, length, length).data)) {
    const png = await blobOf(canvas, 'image/png');
    if (png.size <= userPictureMaxBytes) return png;
    pen.globalCompositeOperation = 'destination-over';
    pen.fillStyle = '#fff';
    pen.fillRect(0, 0, length, length);
  }
  return await blobOf(canvas, 'image/jpeg');
}

/** Whether any pixel is not opaque; each has four bytes, the last of them says so. */
function showsThrough(pixels: Uint8ClampedArray): boolean {
  for (let at = 3; at < pixels.length; at += 4) if (pixels[at] !== 255) return true;
  return false;
}

const blobOf = (canvas: HTMLCanvasElement, type: string): Promise<Blob> =>
  new Promise((fulfil, reject) =>
    canvas.toBlob((blob) => (blob ? fulfil(blob) : reject(new Error('the picture could not be written'))), type, 0.9),
  );
