import { ringingStories, talkingStories } from './call-stories.ts';
import type { EngineStory } from './conformance-world.ts';
import { outageStories } from './outage-stories.ts';
import { secondLineStories } from './second-line-stories.ts';
import { blindTransferStories, warmTransferStories } from './transfer-stories.ts';

/**
 * What every engine must do. The same sentences run on the fake in memory and on the real ones in
 * a browser, so nothing here knows a test runner.
 */
export const engineStories: readonly EngineStory[] = [
  ...ringingStories,
  ...talkingStories,
  ...warmTransferStories,
  ...blindTransferStories,
  ...outageStories(),
  ...secondLineStories(),
];
