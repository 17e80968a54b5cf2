// The process in which the first synchronisation of a CRM is measured. Sends its figures, and ends.
import { measureReading } from './first-reading.ts';

const figures = await measureReading();
process.send?.(figures, () => process.exit(0));
