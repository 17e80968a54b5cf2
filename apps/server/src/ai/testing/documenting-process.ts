// Documents calls until it hangs at the step that is named, to be killed. argv: URL of the database, folder, step.
import { openDatabase } from '../../storage/database.ts';
import type { AiServices } from '../services.ts';
import { documentedWorld, modelAnalysis, someServices } from './documented-world.ts';
import { killedLines, tonesHeard } from './planted-call.ts';

const [url = '', folder = '', step = ''] = process.argv.slice(2);
const hang = async () => {
  process.send?.('begun');
  await new Promise(() => {});
};
let pieces = 0;
let isByModel = false;
const services = someServices({
  speech: tonesHeard(killedLines, {
    async before() {
      pieces += 1;
      if (step === 'first piece' || (step === 'second piece' && pieces === 2)) await hang();
    },
  }),
  async model() {
    if (step === 'model') await hang();
    isByModel = true;
    return { analysis: modelAnalysis(), usage: { tokensIn: 1, tokensOut: 1 }, prompt: 'summary.v1', dropped: {} };
  },
});
const { connection, settings } = services.ground;
const hanging: AiServices = {
  ...services,
  ground: {
    ...services.ground,
    async connection(...given) {
      if (step === 'beginning') await hang();
      return await connection(...given);
    },
    async settings(...given) {
      if (step === 'publishing' && isByModel) await hang();
      return await settings(...given);
    },
  },
};
const world = await documentedWorld(openDatabase(url), hanging, { folder });
await world.steps.work();
