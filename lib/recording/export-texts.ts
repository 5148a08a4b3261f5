import { csvCell } from '@/lib/base/values/csv';
import type { Language, Localized } from '@/lib/base/values/language';
import { recordOf } from '@/lib/base/values/record';
import type { Answer, CauseWord } from '@/lib/contract/ending';
import { failureTexts } from '@/lib/contract/failure-texts';
import { FAILURES } from '@/lib/contract/failures';

const STATES: Readonly<Record<string, Localized>> = {
  completada: { es: 'completada', en: 'completed' },
  cancelada: { es: 'cancelada', en: 'cancelled' },
  interrumpida: { es: 'interrumpida', en: 'interrupted' },
};

/** Causes that are words; the others are codes, or have a number behind their word. */
const CAUSES: Readonly<Record<CauseWord, Localized>> = {
  deadline: { es: 'tiempo de espera agotado', en: 'time-out' },
  load: { es: 'sobrecarga', en: 'overload' },
  size: { es: 'respuesta demasiado grande', en: 'answer too large' },
  'not a JSON object': { es: 'respuesta ilegible', en: 'unreadable answer' },
  'no list of records': { es: 'respuesta ilegible', en: 'unreadable answer' },
  'marked as failed': { es: 'marcada como fallida', en: 'marked as failed' },
  unknown: { es: 'desconocida', en: 'unknown' },
};

const CAUSE_STATUS: Localized = { es: 'estado', en: 'status' };
const CAUSE_UNREADABLE: Localized = { es: 'campos ilegibles:', en: 'unreadable fields:' };

const ANSWER_TEXTS: Readonly<Record<Answer, Localized>> = {
  found: { es: 'Con datos', en: 'With data' },
  partial: { es: 'Datos incompletos', en: 'Part of the data' },
  empty: { es: 'Respuesta vacía', en: 'Empty answer' },
  unreadable: { es: 'Datos ilegibles', en: 'Unreadable data' },
  passed_on: { es: 'Error del registro', en: 'Error of the registry' },
};

const REMOVED: Localized = { es: 'eliminado', en: 'removed' };
const LOCKED: Localized = { es: 'sin clave', en: 'no key' };

/** Returns the words of exported files in a language, as cells of CSV. */
export function exportTexts(language: Language) {
  const cells = (texts: Readonly<Record<string, Localized>>) =>
    recordOf(Object.keys(texts), (name) => csvCell(texts[name]?.[language]));
  return {
    states: cells(STATES),
    endings: cells({
      ...ANSWER_TEXTS,
      ...recordOf(FAILURES, (name) => failureTexts[name].label),
    }),
    causes: cells(CAUSES),
    causeStatus: CAUSE_STATUS[language],
    causeUnreadable: CAUSE_UNREADABLE[language],
    removed: REMOVED[language],
    locked: LOCKED[language],
  };
}

export type ExportTexts = ReturnType<typeof exportTexts>;
