import type { UserPictureType } from '@sidetone/contract/rules/user-picture.ts';

/** Nothing but what is drawn of a picture. */
export interface CleanPicture {
  readonly type: UserPictureType;
  readonly bytes: Buffer;
  readonly width: number;
  readonly height: number;
}

/** Why a file is no picture of a user. `otherKind`: neither PNG, JPEG nor WebP; `size`: not square, too small or too large. */
export type PictureFault = 'otherKind' | 'tooManyBytes' | 'size' | 'animated' | 'malformed';

/** A file cannot be a picture of a user. */
export class BadPicture extends Error {
  readonly fault: PictureFault;
  constructor(fault: PictureFault, options?: ErrorOptions) {
    super(`not a picture of a user: ${fault}`, options);
    this.name = 'BadPicture';
    this.fault = fault;
  }
}
