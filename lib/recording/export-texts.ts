import { failureTexts } from '@/lib/contract/failure-texts';
import { FAILURES } from '@/lib/contract/failures';
import type { Found } from '@/lib/contract/found';
import { csvCell } from '@/lib/csv';
import type { Language, Localized } from '@/lib/language';
import { recordOf } from '@/lib/record';

const STATES: Readonly<Record<string, Localized>> = {
  completada: { es: 'completada', en: 'completed' },
  cancelada: { es: 'cancelada', en: 'cancelled' },
  interrumpida: { es: 'interrumpida', en: 'interrupted' },
};

/** Causes that are words; the others are codes, or a status behind {@link CAUSE_STATUS}. */
const CAUSES: Readonly<Record<string, Localized>> = {
  deadline: { es: 'tiempo de espera agotado', en: 'time-out' },
  size: { es: 'respuesta demasiado grande', en: 'answer too large' },
  'not a JSON object': { es: 'respuesta ilegible', en: 'unreadable answer' },
  'no list of records': { es: 'respuesta ilegible', en: 'unreadable answer' },
  'marked as failed': { es: 'marcada como fallida', en: 'marked as failed' },
};

const CAUSE_STATUS: Localized = { es: 'estado', en: 'status' };

const FOUND_TEXTS: Readonly<Record<Found, Localized>> = {
  found: { es: 'Con datos', en: 'With data' },
  found_partial: { es: 'Datos incompletos', en: 'Part of the data' },
  found_empty: { es: 'Respuesta vacía', en: 'Empty answer' },
};

const REMOVED: Localized = { es: 'eliminado', en: 'removed' };
const LOCKED: Localized = { es: 'sin clave', en: 'no key' };

/** Returns the words of exported files in a language, as cells of CSV. */
export function exportTexts(language: Language) {
  const cells = (texts: Readonly<Record<string, Localized>>) =>
    recordOf(Object.keys(texts), (name) => csvCell(texts[name]?.[language]));
  return {
    states: cells(STATES),
    outcomes: cells({
      ...FOUND_TEXTS,
      ...recordOf(FAILURES, (name) => failureTexts[name].label),
    }),
    causes: cells(CAUSES),
    causeStatus: CAUSE_STATUS[language],
    removed: REMOVED[language],
    locked: LOCKED[language],
  };
}

export type ExportTexts = ReturnType<typeof exportTexts>;
