// Imports a company in a process of its own, to be killed. argv: URL of the database, data folder, export.
import { importCompany } from '../companies/import/import-company.ts';
import { openDatabase } from '../storage/database.ts';
import { sealingKey, secretBox } from '../storage/secret-box.ts';

const [url = '', dataDir = '', file = ''] = process.argv.slice(2);
await importCompany(file, {
  db: openDatabase(url),
  dataDir,
  box: secretBox(sealingKey(dataDir)),
  node: 'node-1',
  done: async () => {
    process.send?.('rows are there');
    // Killed here.
    await new Promise((resolve) => setTimeout(resolve, 60_000));
  },
});
