import { countsIn } from '@/lib/contract/lookups';
import { MAX_BODY_BYTES } from '@/lib/contract/requests';
import { type ContractTexts, capitalise } from './texts';

const KIB = MAX_BODY_BYTES / 1024;
const counts = countsIn('es');

/** The document's texts in Spanish. */
export const es: ContractTexts = {
  title: 'Pasarela',
  summary: 'Consultas de contribuyentes para integradores.',
  description: ({ global, renap, rtu, catalogos }) =>
    `
${capitalise(counts.lookups)} consultas sobre contribuyentes guatemaltecos: ${counts.registries} registros y ${counts.catalogs} catálogos. Todas son \`POST\` con un objeto JSON.

**Ambientes.** Producción y desarrollo son despliegues aparte, con credenciales propias. La dirección se guarda en la configuración del cliente.

**Credenciales.** Dos encabezados, siempre juntos: \`x-integracion-login\` y \`x-integracion-token\`. Cada consulta la habilita por separado un administrador del servicio.

**Orden de las verificaciones.** Método, límite por dirección, credenciales, habilitación, límite por minuto, cuerpo, clave de idempotencia, saldo y, por último, la fuente. Si varias cosas están mal, responde la primera.

**Lectura del cuerpo.** No existe el 415: un cuerpo ausente, mal formado, que no es un objeto o que no llega como \`application/json\` se lee como \`{}\`, y responde el 400 propio de la consulta. Los campos desconocidos se ignoran.

**Respuestas de los catálogos.** Todos los campos están siempre presentes. \`null\` significa que la fuente no lo informó, y no equivale a \`false\`. Una lista sin elementos es \`[]\`. Los códigos se comparan como texto: los ceros a la izquierda cuentan. Salvo \`fechaNacimiento\`, las fechas son texto tal como la fuente lo publica.

**Errores.** Se decide por el estado HTTP; el texto puede cambiar sin aviso y sirve para la bitácora. Los registros responden \`{"error"}\`, los catálogos \`{"message"}\`, y el límite por dirección, texto simple.

**Límites.** ${global} solicitudes por dirección IP cada 15 minutos sobre toda la API, y por integración y minuto: ${renap} al registro de personas, ${rtu} al RTU por NIT y ${catalogos} entre los ${counts.catalogs} catálogos. Cada solicitud cuenta en el primero; cada una autenticada y habilitada, también en el suyo. Ningún 429 lleva \`Retry-After\`. Los límites pueden reducirse sin aviso.

**Cobro.** Solo los catálogos, solo con un 200 y una vez por respuesta, del saldo prepagado y con la tarifa vigente al empezar. Hace falta un saldo disponible mayor que cero y no menor que la tarifa; si no, 402 y la fuente no se consulta. Con \`Idempotency-Key\` se puede repetir una consulta sin pagarla dos veces.

**Plazo.** Una consulta termina a más tardar en 30 segundos. El plazo del cliente debe ser mayor.

**Antes de la API.** Lo que no es HTTP válido lo rechaza el servidor con 400, 408 o 431, sin cuerpo.
`.trim(),
  contact: 'Soporte de Pasarela',
  license: 'Uso sujeto al acuerdo con el operador del servicio',
  server: 'Este despliegue',
  tags: {
    registries: {
      'x-displayName': 'Registros',
      description:
        'Registro de personas y RTU por NIT: los datos como los publica la fuente, en un sobre. Sin costo.',
    },
    catalogs: {
      'x-displayName': 'Catálogos',
      description:
        'CUI/NIT, RTU completo y omisos: un contrato propio y estable, con un límite y un saldo en común.',
    },
  },
  security: {
    login:
      'El nombre de la integración, en mayúsculas o minúsculas. Va siempre junto con el token.',
    token: 'El secreto de la integración. Nunca en la dirección ni en el cuerpo.',
  },
  parameters: {
    requestId:
      'Identificador propio de la solicitud. Si tiene la forma indicada, se conserva hasta la fuente y la bitácora; si no, se asigna uno nuevo.',
    idempotencyKey:
      'Nombre propio de esta consulta. Si la conexión se rompe y no se sabe si se cobró, se repite con la misma clave y el mismo cuerpo en menos de 24 horas: la consulta se hace de nuevo sin cobrarse otra vez. No se guarda ninguna respuesta.',
  },
  headers: {
    requestId: 'Identificador de la solicitud; cítelo al escribir a soporte.',
    cacheControl: 'Ninguna respuesta se guarda en caché.',
    rateLimit:
      'Lo que queda del límite por minuto (`r`) y los segundos hasta que se reinicia (`t`). Está desde que se reconoce la integración.',
    rateLimitPolicy: 'El límite por minuto: solicitudes (`q`) y segundos de la ventana (`w`).',
    allow: 'El único método.',
    idempotencyReplayed:
      'Está cuando la consulta se hizo de nuevo sin cobro, porque ya se había cobrado con la misma `Idempotency-Key`.',
    queryId:
      'Identificador de la consulta. Solo en integraciones con comprobantes habilitados, cuando la consulta llegó a la fuente.',
    charged: 'Lo que se cobró, en quetzales. Con `x-consulta-id`.',
    available: 'Saldo disponible después de la consulta, en quetzales. Con `x-consulta-id`.',
  },
  terms: (flag, quota, family, billed) =>
    [
      `Requiere la habilitación \`${flag}\`.`,
      `Límite: ${quota} solicitudes por minuto e integración${family === 'catalogos' ? `, compartidas por los ${counts.catalogs} catálogos` : ''}.`,
      billed
        ? 'Un 200 se cobra según la tarifa de la integración; nada más se cobra. Con `actualizado` en `true` se pregunta a la autoridad en el momento y la respuesta tarda más.'
        : 'No se cobra.',
    ].join(' '),
  requestBody: `Un objeto JSON de hasta ${KIB} KiB, como \`application/json\`. Un texto cuenta si es una cadena JSON con algo más que espacios, y se envía a la fuente tal como llegó.`,
  success: 'La fuente respondió.',
  registryStatus: {
    success: 'Otro estado de éxito que dio el registro de personas.',
    failure:
      'El estado que dio el registro de personas, con su sobre. Un 404 es la respuesta habitual para un CUI que no tiene.',
  },
  charge: { no: 'No se cobra.', possible: 'En un caso raro el cobro queda.', yes: 'Se cobra.' },
  retry: {
    corrected: 'Repetir solo con la solicitud corregida.',
    resolved: 'Repetir cuando se haya resuelto.',
    window: 'Repetir cuando se reinicie la ventana.',
    moments: 'Repetir en unos segundos.',
    minutes: 'Repetir después de unos minutos.',
    backoff: 'Repetir con esperas crecientes.',
    later: 'Repetir más tarde, si el dato aún hace falta.',
    ask_first: 'Preguntar antes de repetir.',
  },
  contactWhom: {
    you: 'Lo resuelve quien desarrolla la integración.',
    administrator: 'Lo resuelve un administrador del servicio.',
    support: 'Escriba a soporte.',
    nobody: 'No hace falta avisar; si persiste, a soporte.',
  },
};
