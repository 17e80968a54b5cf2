import { newUser } from '@sidetone/contract/entities/admin-user.ts';
import { z } from 'zod';
import { holdMusic, holdMusicFolder } from '../features/account/hold-music.ts';
import {
  addCompany,
  companies,
  removeCompany,
  resumeCompany,
  suspendCompany,
} from '../features/administration/company/companies.ts';
import { announcementFiles, announcementsFolder } from '../features/announcements/announcement-files.ts';
import { columns } from '../supervisor/columns.ts';
import type { Command } from './command.ts';
import { deskOf, inWords } from './invitation-commands.ts';
import { needed, read, told, value } from './told.ts';

const newCompany = z.object({
  name: z.string().trim().min(1).max(200),
  country: z.string().regex(/^[A-Z]{2}$/, 'two capitals, such as DE'),
  areaCode: z
    .string()
    .regex(/^[0-9]{1,6}$/, 'digits without the leading zero')
    .optional(),
});

const add: Command = {
  name: 'account add',
  usage:
    'account add <name> --email <email> --first <name> --last <name> [--country <DE>] [--area-code <digits>] [--locale de|en]',
  about: 'add a company to this server and invite its first administrator',
  options: { email: needed, first: needed, last: needed, country: value, 'area-code': value, locale: value },
  words: 1,
  async run({ db, config }, { words: [name = ''], options }) {
    const about = read(newCompany, { name, country: options['country'] ?? 'DE', areaCode: options['area-code'] });
    const administrator = read(newUser, {
      email: options['email'],
      firstName: options['first'],
      lastName: options['last'],
      locale: options['locale'],
    });
    const { accountId, invitation } = await told(addCompany(deskOf(db, config), { ...about, administrator }));
    return `${about.name} was added with the id ${accountId}. ${inWords(invitation)}`;
  },
};

const list: Command = {
  name: 'account list',
  usage: 'account list',
  about: 'list the companies of this server',
  options: {},
  words: 0,
  async run({ db }) {
    const all = await companies(db);
    if (all.length === 0) return 'There is no company yet.';
    return columns(
      all.map(({ id, name, users, calls, suspendedAt, runsServer }) => [
        id,
        name,
        `${users} ${users === 1 ? 'user' : 'users'}`,
        `${calls} ${calls === 1 ? 'call' : 'calls'}`,
        suspendedAt ? `suspended since ${suspendedAt.toISOString().slice(0, 10)}` : runsServer ? 'runs the server' : '',
      ]),
    ).join('\n');
  },
};

const suspend: Command = {
  name: 'account suspend',
  usage: 'account suspend <id>',
  about: 'stop a company from signing in and calling; what it has stays',
  options: {},
  words: 1,
  async run({ db }, { words: [id = ''] }) {
    const name = await told(suspendCompany(db, id));
    return `${name} is suspended. Its calls that run go on; only emergency numbers can be called from now on.`;
  },
};

const resume: Command = {
  name: 'account resume',
  usage: 'account resume <id>',
  about: 'let a suspended company sign in and call again',
  options: {},
  words: 1,
  async run({ db }, { words: [id = ''] }) {
    const name = await told(resumeCompany(db, id));
    return `${name} may sign in and call again.`;
  },
};

const remove: Command = {
  name: 'account remove',
  usage: 'account remove <id> --name <its whole name>',
  about: 'remove a suspended company with all its users, calls and recordings, for good',
  options: { name: needed },
  words: 1,
  async run({ db, config: { dataDir } }, { words: [id = ''], options: { name = '' } }) {
    const announcements = announcementFiles(announcementsFolder(dataDir));
    const removeFiles = async (ids: readonly string[]) => {
      for (const each of ids) await announcements.remove(each);
      await holdMusic(holdMusicFolder(dataDir)).remove(id);
    };
    await told(removeCompany(db, { accountId: id, name }, removeFiles));
    return `${name} is removed. Its files are removed within two hours; "erase" erases the tables now.`;
  },
};

export const companyCommands: readonly Command[] = [add, list, suspend, resume, remove];
