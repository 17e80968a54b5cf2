import {
  pictureTypeOf,
  userPictureMaxBytes,
  userPictureMaxSide,
  userPictureMinSide,
} from '@sidetone/contract/rules/user-picture.ts';
import { BadPicture, type CleanPicture } from './bad-picture.ts';
import { cleanJpeg } from './clean-jpeg.ts';
import { cleanPng } from './clean-png.ts';
import { cleanWebp } from './clean-webp.ts';

/**
 * Takes from a file what is drawn, and leaves everything that only tells about it: places, cameras, texts, what is hidden
 * behind the end. What it is, its own bytes say. Rejects with `BadPicture` for anything that is not well-formed.
 */
export async function cleanPicture(file: Buffer): Promise<CleanPicture> {
  if (file.length > userPictureMaxBytes) throw new BadPicture('tooManyBytes');
  const type = pictureTypeOf(file);
  if (type === null) throw new BadPicture('otherKind');
  if (type === 'image/png') return await cleanPng(file, mayMeasure);
  return type === 'image/jpeg' ? cleanJpeg(file, mayMeasure) : cleanWebp(file, mayMeasure);
}

function mayMeasure(width: number, height: number): void {
  const isRight = width === height && width >= userPictureMinSide && width <= userPictureMaxSide;
  if (!isRight) throw new BadPicture('size');
}
