import { pino } from 'pino';
import { accountCommands } from './cli/account-commands.ts';
import { aiCommands } from './cli/ai-commands.ts';
import { auditCommands } from './cli/audit-commands.ts';
import { backupCommands } from './cli/backup-commands.ts';
import { callsCommands } from './cli/calls-commands.ts';
import { channelCommands } from './cli/channel-commands.ts';
import { type Command, CommandError, type Printed, readWords, type StandaloneCommand } from './cli/command.ts';
import { companyCommands } from './cli/company-commands.ts';
import { contactCommands } from './cli/contact-commands.ts';
import { doctorCommand } from './cli/doctor-command.ts';
import { eraseCommands } from './cli/erase-command.ts';
import { fileCommands } from './cli/file-commands.ts';
import { invitationCommands } from './cli/invitation-commands.ts';
import { nodeCommands } from './cli/nodes/node-commands.ts';
import { peopleCommands } from './cli/people-commands.ts';
import { phoneCommands } from './cli/phone-commands.ts';
import { sipPhoneCommands } from './cli/sip-phone-commands.ts';
import { trunkCommands } from './cli/trunk-commands.ts';
import { userCommands } from './cli/user-commands.ts';
import { readConfig } from './config.ts';
import { ConfigError } from './config-values.ts';
import { openDatabase } from './storage/database.ts';
import { FilesError, openFarFiles } from './storage/files/open-far-files.ts';
import { findRunning } from './storage/postgres/cluster.ts';
import { openSecretBox } from './storage/sealed-setting.ts';
import { KeyError } from './storage/secret-box.ts';
import { howToCall } from './supervisor/how-to-call.ts';
import { readRunInfo } from './supervisor/run-info.ts';

const commands: readonly Command[] = [
  ...auditCommands,
  ...phoneCommands,
  ...sipPhoneCommands,
  ...trunkCommands,
  ...userCommands,
  ...peopleCommands,
  ...invitationCommands,
  ...channelCommands,
  ...accountCommands,
  ...companyCommands,
  ...nodeCommands,
  ...callsCommands,
  ...contactCommands,
  ...eraseCommands,
];

/** These work without a server that runs. */
const standalone: readonly StandaloneCommand[] = [...backupCommands, doctorCommand, ...aiCommands, ...fileCommands];

const usage = (): string => {
  const all = [...commands, ...standalone];
  const width = Math.max(...all.map(({ name }) => name.length)) + 3;
  const lines = all.map(({ name, about }) => `  ${name.padEnd(width)}${about}`);
  return `${howToCall()} <command>\n\n${lines.join('\n')}\n\nMost commands need a running Sidetone; DATA_DIR chooses which one.`;
};

async function main(given: readonly string[]): Promise<string | Printed> {
  const isMeant = ({ name }: { name: string }) => given.slice(0, name.split(' ').length).join(' ') === name;
  // `audit verify` is meant by its longer name, and not `audit`.
  const longest = <Meant extends { name: string }>(all: readonly Meant[]): Meant | undefined =>
    all.filter(isMeant).sort((a, b) => b.name.length - a.name.length)[0];
  const alone = longest(standalone);
  if (alone)
    return await alone.run(readConfig(process.env), readWords(alone, given.slice(alone.name.split(' ').length)));
  const command = longest(commands);
  if (!command) {
    if (given.length === 0 || given[0] === 'help' || given[0] === '--help') return usage();
    throw new CommandError(`There is no command "${given.join(' ')}".\n\n${usage()}`);
  }
  const words = readWords(command, given.slice(command.name.split(' ').length));
  const config = readConfig(process.env);
  const running = readRunInfo(config.dataDir);
  const databaseUrl = config.databaseOwnerUrl ?? config.databaseUrl ?? (await findRunning(config.dataDir))?.url;
  if (databaseUrl === undefined) {
    throw new CommandError(`No Sidetone is running on the data folder ${config.dataDir}. Start it first: npm start`);
  }
  const db = openDatabase(databaseUrl, { connections: 2 });
  try {
    const box = await openSecretBox(db, config);
    let far: ReturnType<typeof openFarFiles> | undefined;
    // Most commands need no files, and may be given where nobody has set FILES.
    const openFar = () => {
      far ??= openFarFiles({ db, config, log: pino({ level: 'silent' }) });
      return far;
    };
    // The addresses to print are those of the server that runs, whatever this shell has set.
    const ground = { config: { ...config, ...running }, db, databaseUrl, box, openFar };
    return await command.run(ground, words).finally(async () => (await far)?.stop());
  } finally {
    await db.destroy();
  }
}

const isSaidInWords = (error: unknown): error is Error => error instanceof KeyError || error instanceof FilesError;

try {
  const printed = await main(process.argv.slice(2));
  console.log(typeof printed === 'string' ? printed : printed.text);
  if (typeof printed !== 'string') process.exitCode = printed.exitCode;
} catch (error) {
  if (!(error instanceof CommandError || error instanceof ConfigError || isSaidInWords(error))) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
