#![allow(unsafe_code)]

use std::sync::Arc;

use cudarc::driver::sys::CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT;
use cudarc::driver::{
    self, CudaContext, CudaFunction, CudaSlice, CudaStream, DevicePtr, DeviceRepr, DriverError,
    LaunchConfig, PushKernelArg, ValidAsZeroBits,
};
use cudarc::nvrtc::{self, CompileError, CompileOptions};

use super::fault::CardFault;
use super::relay::Relay;
use super::task::Task;

/// The card, with the kernels loaded. All that is not safe about it is here.
pub(crate) struct Device {
    stream: Arc<CudaStream>,
    pub(crate) name: String,
    first_values: CudaFunction,
    last_values: CudaFunction,
    mirrored_values: CudaFunction,
    placing_values: CudaFunction,
    relay_distance: CudaFunction,
    successors: CudaFunction,
}

/// A pass over the slots of a task.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Pass {
    First,
    Last,
    Mirrored,
    Placing,
    Successors,
}

/// Where memory of the card begins.
pub(crate) type Address = u64;

/// Memory of the card.
pub(crate) type Memory<T> = CudaSlice<T>;

// SAFETY: both are `repr(C)` and hold plain numbers, in the order of the structures in `kernels.cu`.
unsafe impl DeviceRepr for Task {}
unsafe impl DeviceRepr for Relay {}

impl From<DriverError> for CardFault {
    fn from(error: DriverError) -> CardFault {
        CardFault::Driver {
            reason: error.to_string(),
        }
    }
}

impl Device {
    /// Threads of a block.
    const THREADS: u32 = 256;

    /// Slots that a block looks through; tables are padded to a multiple.
    pub(crate) const CHUNK: usize = 16 * Device::THREADS as usize;

    /// The first card, with the kernels compiled for it.
    pub(crate) fn open() -> Result<Device, CardFault> {
        // SAFETY: the libraries are the system's own and do nothing when they are loaded.
        let present = unsafe {
            [
                driver::sys::is_culib_present(),
                nvrtc::sys::is_culib_present(),
            ]
        };
        match present {
            [false, _] => return Err(CardFault::NoDriver),
            [_, false] => return Err(CardFault::NoCompiler),
            [true, true] => {}
        }
        let context = CudaContext::new(0).map_err(|error| CardFault::NoCard {
            reason: error.to_string(),
        })?;
        let (major, minor) = context.compute_capability()?;
        let options = CompileOptions {
            options: vec![format!("--gpu-architecture=compute_{major}{minor}")],
            name: Some("kernels.cu".to_owned()),
            ..CompileOptions::default()
        };
        let compiled = nvrtc::compile_ptx_with_opts(include_str!("kernels.cu"), options);
        let module = context.load_module(compiled.map_err(compile_fault)?)?;
        let multiprocessors = context.attribute(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT)?;
        Ok(Device {
            name: format!("{}, {multiprocessors} multiprocessors", context.name()?),
            first_values: module.load_function("first_values")?,
            last_values: module.load_function("last_values")?,
            mirrored_values: module.load_function("mirrored_values")?,
            placing_values: module.load_function("placing_values")?,
            relay_distance: module.load_function("relay_distance")?,
            successors: module.load_function("successors")?,
            stream: context.default_stream(),
        })
    }

    /// Memory with zeros in it.
    pub(crate) fn zeros<T: DeviceRepr + ValidAsZeroBits>(
        &self,
        len: usize,
    ) -> Result<Memory<T>, CardFault> {
        Ok(self.stream.alloc_zeros(len)?)
    }

    /// Memory for the values of so many slots.
    pub(crate) fn table(&self, slots: usize) -> Result<Memory<u8>, CardFault> {
        self.zeros(slots.next_multiple_of(Device::CHUNK))
    }

    /// Memory with these numbers in it.
    pub(crate) fn upload<T: DeviceRepr>(&self, numbers: &[T]) -> Result<Memory<T>, CardFault> {
        Ok(self.stream.clone_htod(numbers)?)
    }

    /// Copies numbers to the beginning of memory.
    pub(crate) fn write<T: DeviceRepr>(
        &self,
        numbers: &[T],
        to: &mut Memory<T>,
    ) -> Result<(), CardFault> {
        self.stream
            .memcpy_htod(numbers, &mut to.slice_mut(..numbers.len()))?;
        Ok(())
    }

    /// Copies the beginning of memory, once all passes before are finished.
    pub(crate) fn read<T: DeviceRepr>(
        &self,
        from: &Memory<T>,
        numbers: &mut [T],
    ) -> Result<(), CardFault> {
        self.stream
            .memcpy_dtoh(&from.slice(..numbers.len()), numbers)?;
        Ok(self.stream.synchronize()?)
    }

    /// Where memory begins.
    pub(crate) fn address<T>(&self, memory: &Memory<T>) -> Address {
        memory.device_ptr(&self.stream).0
    }

    /// Waits until all passes are finished.
    pub(crate) fn finish(&self) -> Result<(), CardFault> {
        Ok(self.stream.synchronize()?)
    }

    /// A pass over all slots of a task; the task's addresses must be of live memory of the sizes
    /// that the kernel reads and writes.
    pub(crate) fn pass(&self, pass: Pass, task: &Task) -> Result<(), CardFault> {
        let kernel = match pass {
            Pass::First => &self.first_values,
            Pass::Last => &self.last_values,
            Pass::Mirrored => &self.mirrored_values,
            Pass::Placing => &self.placing_values,
            Pass::Successors => &self.successors,
        };
        self.launch(kernel, task.slots.div_ceil(Device::THREADS), task)
    }

    /// A pass that tells of all slots decided at one distance, in both layers of a pair.
    pub(crate) fn relay(&self, relay: &Relay) -> Result<(), CardFault> {
        let chunks = relay.slots.div_ceil(Device::CHUNK as u32);
        self.launch(&self.relay_distance, 2 * chunks, relay)
    }

    fn launch<T: DeviceRepr>(
        &self,
        kernel: &CudaFunction,
        blocks: u32,
        parameter: &T,
    ) -> Result<(), CardFault> {
        let shape = LaunchConfig {
            grid_dim: (blocks, 1, 1),
            block_dim: (Device::THREADS, 1, 1),
            shared_mem_bytes: 0,
        };
        let mut launch = self.stream.launch_builder(kernel);
        launch.arg(parameter);
        // SAFETY: each kernel takes exactly this structure, and reads and writes the memory it
        // names within its slots only; the memory outlives the pass, since it is freed in the
        // order of the same stream.
        unsafe { launch.launch(shape) }?;
        Ok(())
    }
}

fn compile_fault(error: CompileError) -> CardFault {
    let log = match error {
        CompileError::CompileError { log, .. } => log.to_string_lossy().into_owned(),
        other => other.to_string(),
    };
    CardFault::Compile { log }
}
