import { resolve } from 'node:path';
import { modelsFolder } from '../ai/models/feature.ts';
import { type AddedModel, addModel } from '../ai/recognizer/add-model.ts';
import { ModelListError, modelsOf } from '../ai/recognizer/model-list.ts';
import { isOffered, type RecognizerModel } from '../ai/recognizer/models.ts';
import type { Config } from '../config.ts';
import { CommandError, type StandaloneCommand } from './command.ts';

const add: StandaloneCommand = {
  name: 'ai model add',
  usage: 'ai model add <folder>',
  about: 'take a speech model from a folder, on a machine without a network; checks every byte of it',
  options: {},
  words: 1,
  async run(config, { words: [folder = ''] }) {
    const models = modelsFor(config).filter(isOffered);
    if (models.length === 0) {
      throw new CommandError('No model is known with the sums of its files. Name a list with them in MODEL_LIST.');
    }
    return told(await addModel(resolve(folder), models, modelsFolder(config.dataDir)), models);
  },
};

function modelsFor(config: Config): readonly RecognizerModel[] {
  try {
    return modelsOf(config.models.listFile);
  } catch (error) {
    if (error instanceof ModelListError) throw new CommandError(`MODEL_LIST ${error.message}`);
    throw error;
  }
}

function told(added: AddedModel, models: readonly RecognizerModel[]): string {
  switch (added.outcome) {
    case 'added':
      return `${added.model.name} is on this server. Choose it under Administration → AI services.`;
    case 'otherBytes':
      throw new CommandError(
        `${added.file} is not what the publisher of ${added.model.name} made. Nothing was taken. Copy it again.`,
      );
    case 'unknown': {
      const known = models.map(({ name, files }) => `  ${name}: ${files.map((file) => file.name).join(', ')}`);
      throw new CommandError(
        `The folder has no model that is known. These are, with their files:\n${known.join('\n')}`,
      );
    }
  }
}

export const aiCommands: readonly StandaloneCommand[] = [add];
