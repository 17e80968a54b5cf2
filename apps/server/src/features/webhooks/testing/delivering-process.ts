// Delivers what waits until it is killed. argv: URL of the database.
import { openDatabase } from '../../../storage/database.ts';
import { deliveringWorld } from './delivering-world.ts';

await deliveringWorld(openDatabase(process.argv[2] ?? ''));
