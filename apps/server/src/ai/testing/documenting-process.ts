// Documents calls until it hangs at the step that is named, to be killed. argv: URL of the database, folder, step.
import { openDatabase } from '../../storage/database.ts';
import { documentedWorld, modelAnalysis, someServices } from './documented-world.ts';
import { killedLines, tonesHeard } from './planted-call.ts';

const [url = '', folder = '', step = ''] = process.argv.slice(2);
const hang = async () => {
  process.send?.('begun');
  await new Promise(() => {});
};
let pieces = 0;
const services = someServices({
  speech: tonesHeard(killedLines, {
    async before() {
      pieces += 1;
      if (step === 'first piece' || (step === 'second piece' && pieces === 2)) await hang();
    },
  }),
  async model() {
    if (step === 'model') await hang();
    return { analysis: modelAnalysis(), usage: { tokensIn: 1, tokensOut: 1 }, prompt: 'summary.v1', dropped: {} };
  },
});
const world = await documentedWorld(openDatabase(url), services, { folder });
await world.steps.work();
