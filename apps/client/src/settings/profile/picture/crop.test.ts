import { describe, expect, test } from 'vitest';
import { mostZoomOf, moved, sideOf, sideOfPicture, wholeCrop, within } from './crop.ts';

const photo = { width: 4000, height: 3000 };

describe('the square that is shown', () => {
  test('is at first the largest, in the middle', () => {
    const crop = wholeCrop(photo);
    expect(crop).toEqual({ x: 2000, y: 1500, zoom: 1 });
    expect(sideOf(photo, crop)).toBe(3000);
  });

  test('never leaves the picture', () => {
    const whole = wholeCrop(photo);
    expect(moved(photo, whole, 9, 9)).toEqual({ x: 2500, y: 1500, zoom: 1 });
    expect(moved(photo, whole, -9, -9)).toEqual({ x: 1500, y: 1500, zoom: 1 });
    expect(within(photo, { x: 0, y: 0, zoom: 2 })).toEqual({ x: 750, y: 750, zoom: 2 });
  });

  test('moves by a share of what is shown, so that enlarged it moves less', () => {
    expect(moved(photo, { x: 2000, y: 1500, zoom: 2 }, 0.1, 0)).toEqual({ x: 2150, y: 1500, zoom: 2 });
    expect(moved(photo, { x: 2000, y: 1500, zoom: 4 }, 0, 0.1)).toEqual({ x: 2000, y: 1575, zoom: 4 });
  });

  test('becomes smaller down to what is still a face', () => {
    expect(within(photo, { ...wholeCrop(photo), zoom: 99 }).zoom).toBe(5);
    expect(mostZoomOf({ width: 128, height: 200 })).toBe(2);
    expect(mostZoomOf({ width: 40, height: 40 })).toBe(1);
    expect(within(photo, { ...wholeCrop(photo), zoom: 0.1 }).zoom).toBe(1);
  });

  test('comes back into the picture where less is enlarged again', () => {
    expect(within(photo, { x: 3900, y: 2900, zoom: 1 })).toEqual({ x: 2500, y: 1500, zoom: 1 });
  });
});

test('the picture has at most 512 pixels a side, and never more than there were', () => {
  expect(sideOfPicture(photo, wholeCrop(photo))).toBe(512);
  expect(sideOfPicture({ width: 300, height: 200 }, { x: 150, y: 100, zoom: 1 })).toBe(200);
});
