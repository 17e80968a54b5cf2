/** What a picture of a user may be: square, of so many pixels at each side, and of so many bytes. */
export const userPictureMaxSide = 512;
export const userPictureMinSide = 16;
export const userPictureMaxBytes = 1024 * 1024;

/** Kinds of pictures that browsers show and the server reads; SVG is none of them, since it can carry script. */
export const userPictureTypes = ['image/png', 'image/jpeg', 'image/webp'] as const;
export type UserPictureType = (typeof userPictureTypes)[number];

/** What a file is by its first bytes, whatever it is called; null for anything but the kinds above. */
export function pictureTypeOf(bytes: Uint8Array): UserPictureType | null {
  const starts = (at: number, ...wanted: number[]) => wanted.every((byte, index) => bytes[at + index] === byte);
  if (starts(0, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png';
  if (starts(0, 0xff, 0xd8, 0xff)) return 'image/jpeg';
  // "RIFF", four bytes of length, "WEBP"
  return starts(0, 0x52, 0x49, 0x46, 0x46) && starts(8, 0x57, 0x45, 0x42, 0x50) ? 'image/webp' : null;
}

/** Where the server keeps the picture of a user. It changes with each picture, so that browsers may keep what they got. */
export const userPicturePath = (webUserId: string, digest: string): string =>
  `/api/users/${encodeURIComponent(webUserId)}/picture/${digest}`;

const ownPicture = /^\/api\/users\/[\w.~%-]{1,300}\/picture\/[0-9a-f]{64}$/;

/** A path that `userPicturePath` makes, and no other: nothing that leads elsewhere. */
export const isUserPicturePath = (address: string): boolean => ownPicture.test(address);
