// `npm run e2e -- inbox threads -g "words"`: stories by the bare names of their files, all without one. Other words are
// Playwright's own.
import { runAlone } from './own-run.ts';
import { endTogether } from './programs-running.ts';
import { readStoryWords } from './story-names.ts';
import { runLock, runStories, storyFiles, tellBrokenOff, whyNoStories } from './story-run.ts';

const asked = readStoryWords(process.argv.slice(2), storyFiles());
const obstacle = 'unknown' in asked ? asked.unknown : whyNoStories();
if (obstacle !== undefined || 'unknown' in asked) {
  console.error(obstacle);
  process.exit(1);
}
runAlone(runLock, 'npm run e2e');
endTogether(() => tellBrokenOff('The run was ended in the middle of'));
const { isContent } = await runStories(asked);
process.exitCode = isContent ? 0 : 1;
