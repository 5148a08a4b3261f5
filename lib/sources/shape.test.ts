import { expect, it } from 'vitest';
import { normaliseRtu } from './rtu-v2';
import { fieldsNamed, shapeOf } from './shape';

it('a shape sorts the fields of an answer into those read, unreadable, unknown and absent', () => {
  const record = {
    nit: '1',
    persona: { dpi: '2', fecha_nacimiento: 'ayer', apodo: 'x' },
    afiliaciones: { iva: { tipo_renta: 'x' } },
    otro: null,
    nuevo: 0,
  };
  const unreadable: string[] = [];
  normaliseRtu(record, (name = '') => unreadable.push(name));
  const shape = shapeOf({ records: [record], fields: normaliseRtu.fields }, unreadable);
  expect(shape).toMatchObject({
    read: ['nit', 'persona', 'persona.dpi', 'afiliaciones', 'afiliaciones.iva'],
    unreadable: ['persona.fecha_nacimiento'],
    unknown: ['persona.apodo', 'afiliaciones.iva.tipo_renta', 'nuevo'],
  });
  expect(shape.absent).toEqual(expect.arrayContaining(['empresa', 'persona.genero']));
  expect(shape.absent).not.toContain('caracteristicas_especiales.codigo');
});

it('a name that may hold data of a person, or that no database stores, is not shown', () => {
  const records = [{ '48217638': 1, __proto__x: 1, 'a\u0000': 1, ['__proto__']: 1, toString: 1 }];
  expect(shapeOf({ records, fields: fieldsNamed('nit') }, []).unknown).toEqual([
    'other',
    'toString',
  ]);
});
