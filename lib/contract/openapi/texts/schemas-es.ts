import type { SchemaTexts } from './texts';

const asPublished = 'Texto tal como la fuente lo publica; sin formato garantizado.';
const fechaConsulta =
  'Momento que la fuente indica para el dato, como texto; puede ser anterior a la solicitud si no se pidió `actualizado`.';
const opaque =
  'Sin normalizar: como lo publica la fuente, de forma no fija. Consérvese como JSON opaco.';
const unreported = '`null` significa que no se informó, y no es `false`.';
const nit = 'NIT del contribuyente, como texto.';
const cui = 'CUI de la persona, como texto.';

const catalogFields = {
  nit: 'Hace falta `nit` o `cui`.',
  cui: 'Hace falta `nit` o `cui`.',
  actualizado:
    '`false`: la copia que tiene la fuente. `true`: se pregunta a la autoridad en el momento. Cualquier otra cosa, también `null`, es un 400.',
};

/** What the schemas and their fields mean, in Spanish. */
export const schemasEs: SchemaTexts = {
  RenapRequest: { about: 'A quién buscar en el registro de personas.', fields: { cui } },
  RtuRequest: { about: 'Los NIT que se buscan.', fields: { nits: 'De 1 a 50, todos con texto.' } },
  CatalogRequest: { about: 'A quién consultar.', fields: catalogFields },
  CatalogRtuRequest: {
    about: 'A quién consultar.',
    fields: {
      ...catalogFields,
      date_of_birth:
        'Nacimiento o constitución, AAAA-MM-DD. Se envía a la fuente sin validar; solo la pide si no tiene copia del registro.',
    },
  },
  LookupEnvelope: {
    about: 'El sobre del registro de personas.',
    fields: {
      success: 'Si el estado HTTP es de éxito.',
      data: 'Lo que publica el registro, sin cambios, o `null`.',
      message: 'Texto del registro.',
      responseCode: 'Código del propio registro; puede ser de error en un 200.',
    },
  },
  RtuNitsResultado: {
    about: 'El sobre del RTU por NIT.',
    fields: {
      data: 'Los registros encontrados, tal como se publican. `[]` si no hay ninguno.',
      message: 'Cuántos se encontraron de cuántos se pidieron.',
    },
  },
  BatchRejection: { about: 'Rechazo de un lote con demasiados NIT.' },
  RegistryError: {
    about: 'Error de los registros.',
    fields: { error: 'Texto, no booleano. Puede cambiar sin aviso.' },
  },
  CatalogError: {
    about: 'Error de los catálogos.',
    fields: { message: 'Puede cambiar sin aviso.' },
  },
  CuiNitResultado: {
    about: 'Identificación de un contribuyente.',
    fields: {
      cui,
      nit,
      nombre: 'Nombre completo como lo escribe la fuente; su puntuación no debe separarse.',
      tipoPersona: '`null` si no se informó o no se reconoce.',
      fechaConsulta,
    },
  },
  OmisosResultado: {
    about: 'Cumplimiento de un contribuyente.',
    fields: {
      nit,
      nombre: 'Nombre completo en un solo campo.',
      cui: 'Puede traer espacios entre grupos de dígitos; quítense antes de comparar.',
      regimen: 'Texto, no código.',
      fechaAfiliacion: asPublished,
      domicilioFiscal: 'Siempre presente, aunque sus campos sean nulos.',
      establecimientos: `${opaque} \`[]\` si no hay.`,
      tieneIncumplimientos: `Si hay obligaciones sin presentar. ${unreported}`,
      tieneProcesoCoactivo: `Si hay un proceso de cobro coactivo. ${unreported}`,
      incumplimientos: 'Detalle, en palabras de la autoridad. `[]` si no hay.',
      fechaConsulta,
    },
  },
  DomicilioFiscal: { about: 'Domicilio fiscal.' },
  RtuResultado: {
    about: 'Registro completo de un contribuyente.',
    fields: {
      nit,
      persona: 'Para personas individuales. Que sea nula no basta para concluir que es jurídica.',
      empresa: `Para personas jurídicas. ${opaque}`,
      representantes: opaque,
      afiliaciones: 'Cada impuesto es `null` si el contribuyente no está afiliado a él.',
      fechaUltimaActualizacion: `Última actualización o ratificación ante la autoridad. ${asPublished}`,
      fechaConsulta,
    },
  },
  PersonaRtu: {
    about: 'Una persona individual.',
    fields: {
      dpi: 'El CUI.',
      fechaNacimiento: 'La única fecha con formato garantizado: AAAA-MM-DD.',
      fechaVencimientoDpi: asPublished,
      participacionGremial: unreported,
      participacionEmpresarial: unreported,
    },
  },
  SectorEconomico: { about: 'Sector económico.', fields: { fechaInicio: asPublished } },
  ActividadEconomica: {
    about: 'Actividad económica.',
    fields: { ciiu: 'Código CIIU, como texto.' },
  },
  MarcaContribuyente: {
    about: 'Marca que la autoridad puso al contribuyente.',
    fields: {
      estado: 'Solo el código numérico, sin descripción.',
      fechaEstado: asPublished,
      vigenciaDesde: asPublished,
      vigenciaHasta: asPublished,
    },
  },
  AfiliacionImpuesto: {
    about: 'Afiliación al ISR o al IVA.',
    fields: {
      tipoRenta: 'Solo del ISR; en el IVA, ambos campos nulos.',
      tipoEstablecimiento: 'Solo del IVA; en el ISR, ambos campos nulos.',
      exento: unreported,
      fechaDesde: asPublished,
    },
  },
  ObligacionTributaria: {
    about: 'Obligación de una afiliación.',
    fields: {
      periodo: 'Cada cuánto vence.',
      formulario: 'Con cuál se cumple.',
      generaEtiquetaOmiso: `Si incumplirla marca al contribuyente como omiso. ${unreported}`,
      requerida: unreported,
    },
  },
  CaracteristicaEspecial: {
    about: 'Característica especial del contribuyente.',
    fields: { fechaEstado: asPublished, fechaDesde: asPublished, fechaHasta: asPublished },
  },
  CodigoDescripcion: {
    about: 'Un valor de un catálogo de la autoridad. Si no se informó, ambos campos son `null`.',
    fields: {
      codigo:
        'Número o texto, según el catálogo. Compárese como texto: los ceros a la izquierda cuentan.',
      descripcion: 'Para personas, no para comparar.',
    },
  },
};
